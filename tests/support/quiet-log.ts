// Refusals and bookings are lines of the Worker's log, thousands of them in these tests: a fifth of the time of `security/isolation` was
// their way to the runner. Who tests the log listens to it (security/refusal-log.test.ts).

console.warn = () => undefined;
console.log = () => undefined;
