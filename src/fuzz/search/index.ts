export { ALL_PARTS, SEARCH_PARTS, type Search, type SearchPart } from './parts.js'
export { SavedStates } from './states.js'
export { scenario, type ScenarioStep } from './scenarios.js'
