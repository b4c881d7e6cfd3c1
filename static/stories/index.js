/**
 * The stories of the first visit: each a case of our own writing, with the verdict it leads to.
 * The sentences that introduce them stand with the page's other words.
 *
 * @typedef {{name: string, text: string}} StoryDocument
 * @typedef {{id: string, status: string, fault: string | null, hop: string | null, documents: StoryDocument[]}} Story
 */
import { bare } from "./bare.js";
import { cut } from "./cut.js";
import { digits } from "./digits.js";
import { drift } from "./drift.js";
import { healthy } from "./healthy.js";
import { promise } from "./promise.js";
import { shared } from "./shared.js";
import { silent } from "./silent.js";
import { text } from "./text.js";
import { twice } from "./twice.js";
import { wrong } from "./wrong.js";

/** @type {Story[]} */
export const STORIES = [
  { id: "drift", status: "fail", fault: "contract", hop: "offer", documents: drift },
  { id: "cut", status: "fail", fault: "model", hop: "call", documents: cut },
  { id: "twice", status: "fail", fault: "model", hop: "call", documents: twice },
  { id: "shared", status: "fail", fault: "provider", hop: "call", documents: shared },
  { id: "wrong", status: "fail", fault: "model", hop: "gate-in", documents: wrong },
  { id: "text", status: "fail", fault: "host", hop: "execute", documents: text },
  { id: "digits", status: "fail", fault: "host", hop: "execute", documents: digits },
  { id: "promise", status: "fail", fault: "server", hop: "gate-out", documents: promise },
  { id: "silent", status: "warning", fault: "server", hop: "result", documents: silent },
  { id: "bare", status: "unchecked", fault: null, hop: null, documents: bare },
  { id: "healthy", status: "pass", fault: null, hop: null, documents: healthy },
];
