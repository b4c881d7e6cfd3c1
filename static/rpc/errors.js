// What goes wrong with the engine, in words for the page.

import { START_FAULTS } from "../wire.js";

/** An error with a code, a sentence, and steps that the user can try. */
export class EngineError extends Error {
  /** @param {string} code @param {string} message @param {{steps?: string[], data?: any}} [more] */
  constructor(code, message, { steps = [], data = null } = {}) {
    super(message);
    this.name = "EngineError";
    this.code = code;
    this.steps = steps;
    this.data = data;
  }
}

/** @param {string} code @param {string} detail  what went wrong, for whoever hosts the page */
export function startError(code, detail) {
  const known = code in START_FAULTS ? code : "start-failed";
  const { message, steps } = START_FAULTS[/** @type {keyof typeof START_FAULTS} */ (known)];
  return new EngineError(known, message, { steps, data: { detail, tried: [] } });
}
