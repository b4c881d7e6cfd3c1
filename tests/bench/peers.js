// The peers, one method each: params in, what they made out.

import Ajv from "ajv";
import Differ from "json-diff-kit/differ.js";
import { create } from "jsondiffpatch";
import { jsonrepair } from "jsonrepair";
import * as lossless from "lossless-json";
import { compressToEncodedURIComponent } from "lz-string";

const patcher = create({ objectHash: (item, index) => item.id ?? item.task_id ?? item.tool_call_id ?? `at ${index}` });
const differ = new Differ({ arrayDiffMethod: "lcs", showModifications: true });

const both = ({ left, right }) => [JSON.parse(left), JSON.parse(right)];
const lines = (text) => text.trimEnd().split("\n");

/** Facts in a delta: values that came, went, changed or moved. */
function facts(delta) {
  if (Array.isArray(delta)) return 1;
  const inner = Object.entries(delta ?? {}).filter(([key]) => key !== "_t");
  return inner.reduce((sum, [, each]) => sum + facts(each), 0);
}

const judge = (schema) => new Ajv({ allErrors: true, strict: false }).compile(JSON.parse(schema));
const failing = (validate, values) => ({ failing: values.filter((value) => !validate(value)).length });

const METHODS = {
  native: ({ text }) => ({ text: JSON.stringify(JSON.parse(text), null, 2) }),
  lossless: ({ text }) => ({ text: lossless.stringify(lossless.parse(text), null, 2) }),
  jsonrepair: ({ text }) => ({ text: jsonrepair(text) }),
  parse: ({ text }) => ({ members: Object.keys(JSON.parse(text)).length }),
  ajv: ({ schema, instance }) => failing(judge(schema), lines(instance).map((line) => JSON.parse(line))),
  ajvCalls: ({ schema, replies }) => failing(judge(schema), lines(replies).map(argumentsOf)),
  parseBoth: (params) => ({ values: both(params).length }),
  jsondiffpatch: (params) => ({ changes: facts(patcher.diff(...both(params))) }),
  jsonDiffKit: (params) => ({ changes: differ.diff(...both(params))[0].filter(({ type }) => type !== "equal").length }),
  lzString: ({ state }) => ({ text: compressToEncodedURIComponent(state) }),
};

function argumentsOf(line) {
  return JSON.parse(JSON.parse(line).choices[0].message.tool_calls[0].function.arguments);
}

onmessage = ({ data: { id, method, params } }) => {
  try {
    postMessage({ id, result: METHODS[method](params) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};
