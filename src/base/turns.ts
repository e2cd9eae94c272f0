/** Calls after which timers get a turn. Counted, not timed: which of two flows goes on first must not depend on the machine. */
const CALLS = 8

/** Tests may replace the global one later. */
const immediate = setImmediate

let calls = 0

/** Whether it is time for a turn of the event loop. Results do not depend on it. */
export const isTurnDue = (): boolean => ++calls % CALLS === 0

/** Waits for one turn of the event loop. Promises that need nothing from outside would let no timer fire, such as that of a test's timeout. */
export const turn = async (): Promise<void> => new Promise((resolve) => void immediate(resolve))
