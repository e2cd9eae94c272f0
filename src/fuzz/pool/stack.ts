/** Recursive contracts need a larger stack than a thread has by default. */
export const STACK_SIZE_MB = 32
