import { Permissions } from 'cosmjs-types/cosmos/circuit/v1/types'
import { textOf, NO_BYTES } from '../../base/index.js'
import type { AnteStep } from '../../chain/ante/index.js'
import { plainError, walk, type Context } from '../../chain/index.js'
import { keyBytes } from '../../store/index.js'
import { CIRCUIT_STORE, DISABLED_PREFIX, disabledKey, PERMISSIONS_PREFIX, permissionsKey } from './keys.js'

/** Which messages are switched off, and which accounts may switch them. Source: cosmossdk.io/x/circuit v0.1.1 keeper/keeper.go. */
export class CircuitKeeper {
  /** Bech32; it may do everything. */
  readonly authority: string

  constructor(authority: string) {
    this.authority = authority
  }

  permissions(ctx: Context, address: Uint8Array): Permissions | undefined {
    const bytes = ctx.store(CIRCUIT_STORE).get(permissionsKey(address))
    return bytes && Permissions.decode(bytes)
  }
  setPermissions(ctx: Context, address: Uint8Array, permissions: Permissions): void {
    ctx.store(CIRCUIT_STORE).set(permissionsKey(address), Permissions.encode(permissions).finish())
  }
  /** In the order of the addresses' bytes. */
  *allPermissions(ctx: Context): Generator<readonly [address: Uint8Array, permissions: Permissions]> {
    for (const [key, bytes] of walk(ctx.store(CIRCUIT_STORE), PERMISSIONS_PREFIX))
      yield [keyBytes(key).subarray(1), Permissions.decode(bytes)]
  }

  isAllowed(ctx: Context, typeUrl: string): boolean {
    return !ctx.store(CIRCUIT_STORE).has(disabledKey(typeUrl))
  }
  disable(ctx: Context, typeUrl: string): void {
    ctx.store(CIRCUIT_STORE).set(disabledKey(typeUrl), NO_BYTES)
  }
  enable(ctx: Context, typeUrl: string): void {
    ctx.store(CIRCUIT_STORE).delete(disabledKey(typeUrl))
  }
  disabled(ctx: Context): string[] {
    return Array.from(walk(ctx.store(CIRCUIT_STORE), DISABLED_PREFIX), ([key]) => textOf(keyBytes(key).subarray(1)))
  }

  /** Before each message that runs, also those of contracts. @throws ChainError. Source: cosmos-sdk v0.53.6 baseapp/msg_service_router.go. */
  readonly assertAllowed = (ctx: Context, typeUrl: string): void => {
    if (!this.isAllowed(ctx, typeUrl))
      throw plainError(`circuit breaker disables execution of this message: ${typeUrl}`)
  }

  /** Refuses a transaction with a message that is switched off. Source: ante/circuit.go `CircuitBreakerDecorator`. */
  readonly anteStep: AnteStep = (ctx, tx) => {
    for (const { typeUrl } of tx.messages) if (!this.isAllowed(ctx, typeUrl)) throw plainError('tx type not allowed')
    return ctx
  }
}
