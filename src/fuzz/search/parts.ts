/** The strategies of a campaign's search. Each can be left out, to measure what it contributes. */
export const SEARCH_PARTS = ['corpus', 'states', 'memory', 'works', 'scenarios', 'dictionary', 'operands'] as const

/**
 * `corpus`: action sequences continue from a part of one in the corpus. `states`: they continue from saved states. `memory`: mutations of messages that
 * worked, and more of those that work more often. `works`: the least used message that works in this state. `scenarios`: sequences of several steps
 * that often expose bugs. `dictionary`: words and numbers from the code and the state of contracts in messages. `operands`: numbers
 * that the code compared those of a message with.
 */
export type SearchPart = (typeof SEARCH_PARTS)[number]
export type Search = ReadonlySet<SearchPart>

/** The default. The empty set is a plain random search. */
export const ALL_PARTS: Search = new Set(SEARCH_PARTS)
