import { engineStack, isEngineStack } from '../../../vm/internal.js'

/** A stack overflow of the engine becomes an error that names the setting; it is not a chain error and is not caught within the chain. */
export const typedEngineStack = (error: unknown): unknown => (isEngineStack(error) ? engineStack(error) : error)
