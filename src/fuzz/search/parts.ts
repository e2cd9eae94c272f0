/** What a campaign's search is made of, each of which may be left out to see what it contributes. */
export const SEARCH_PARTS = ['corpus', 'states', 'memory', 'works', 'scenarios'] as const

/**
 * `corpus`: stories go on from some way into those that did something new. `states`: and from saved states inside of stories. `memory`: messages
 * like those that worked, and those that work more often. `works`: the message that was used least of those that work in this state.
 * `scenarios`: what takes several steps to go wrong.
 */
export type SearchPart = (typeof SEARCH_PARTS)[number]
export type Search = ReadonlySet<SearchPart>

/** None of them is a plain random search. */
export const ALL_PARTS: Search = new Set(SEARCH_PARTS)
