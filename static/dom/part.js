/** A part of the page's shell, all of which are there from the start. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
