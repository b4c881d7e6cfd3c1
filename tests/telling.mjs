// Says findings and sentences as the page says them: {book, tag, findings, sentences} on stdin, the words on stdout.
import { readFileSync } from "node:fs";
import { teller } from "../static/dom/telling.js";

const { book, tag, findings, sentences } = JSON.parse(readFileSync(0, "utf-8"));
const tell = teller(tag, book);
process.stdout.write(
  JSON.stringify({
    findings: findings.map((finding) => ({
      message: tell.message(finding),
      advice: finding.advice === null ? "" : tell.sentence(finding.advice),
      fix: finding.fix === null ? "" : tell.sentence(finding.fix.title),
    })),
    sentences: sentences.map(tell.sentence),
  }),
);
