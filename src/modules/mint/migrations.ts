import type { Context } from '../../chain/index.js'
import { getParams, setParams } from './records.js'

/** Params get a limit of the supply: none. Source: cosmos-sdk v0.54.0 x/mint/migrations/v3. */
export const limitSupply = (ctx: Context): void => setParams(ctx, { ...getParams(ctx), maxSupply: 0n })
