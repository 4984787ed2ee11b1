/** Handed to the server under test: its operators' calls answer to this. */
export const OPS_TOKEN = 'operators-of-the-browser-tests';
