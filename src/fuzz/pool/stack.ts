/** Contracts that recurse need a larger engine stack than a thread gets. */
export const STACK_SIZE_MB = 32
