import type { Context } from '../../chain/index.js'
import { AUTH_STORE, NEXT_NUMBER_KEY } from './keys.js'

/** Numbers of new accounts are no longer counted. Source: cosmos-sdk v0.54.0 x/auth/migrations/v6. */
export const forgetNextNumber = (ctx: Context): void => ctx.store(AUTH_STORE).delete(NEXT_NUMBER_KEY)
