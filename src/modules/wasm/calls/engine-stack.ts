import { engineStack, isEngineStack } from '../../../vm/vm-errors.js'

/** The end of the engine's own stack becomes an error that names the setting; it is no outcome of the chain and passes all of it. */
export const typedEngineStack = (error: unknown): unknown => (isEngineStack(error) ? engineStack(error) : error)
