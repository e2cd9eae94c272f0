import { GoPanic, OutOfGasPanic, type GasMeter } from '../../../chain/index.js'
import type { Event, EventAttribute, SubMsgResult } from '../../../codec/wasm/index.js'

/** Prices of the module in SDK gas, and the conversion to VM gas. Source: wasmd x/wasm/types/gas_register.go, keeper/api.go. */

/** VM gas for one SDK gas. */
export const GAS_MULTIPLIER = 140_000
const MULTIPLIER = BigInt(GAS_MULTIPLIER)
const UNLIMITED = (1n << 64n) - 1n

const INSTANCE = 60_000
const INSTANCE_DISCOUNT = 2_000
const COMPILE_PER_BYTE = 3n
const PER_ATTRIBUTE = 10
const PER_CUSTOM_EVENT = 20
const FREE_EVENT_BYTES = 100

export const PIN_COST = 500_000
export const BUILD_ADDRESS_COST = 10
/** SDK gas for passing an address through. */
export const HUMANIZE_COST = 5
export const CANONICALIZE_COST = 4
export const VALIDATE_COST = HUMANIZE_COST + CANONICALIZE_COST

export const toVmGas = (sdkGas: number): number => sdkGas * GAS_MULTIPLIER

export const fromVmGas = (vmGas: bigint): number => Number(vmGas / MULTIPLIER)

/** Charged each time that a contract is called; less when its code is pinned or was used before in the transaction. */
export const setupCost = (discount: boolean): number => (discount ? INSTANCE_DISCOUNT : INSTANCE)

/** VM gas for compiling code. Source: wasmvm lib_libwasmvm.go `compileCost`. */
export const compileCost = (codeLength: number): bigint => COMPILE_PER_BYTE * MULTIPLIER * BigInt(codeLength)

/** VM gas for reading a raw result. Source: wasmvm `DeserializeResponse` at wasmd's price of one SDK gas a byte. */
export const deserializeCost = (length: number): bigint => MULTIPLIER * BigInt(length)

export const uncompressCost = (compressedLength: number): number => Math.floor((compressedLength * 15) / 100)

const bytes = (text: string): number => Buffer.byteLength(text)

function attributeCosts(
  attributes: readonly EventAttribute[],
  free: number,
): { readonly gas: number; readonly free: number } {
  let size = 0
  for (const { key, value } of attributes) size += bytes(key) + bytes(value)
  return { gas: Math.max(size - free, 0) + PER_ATTRIBUTE * attributes.length, free: Math.max(free - size, 0) }
}

/** The free bytes are shared by all attributes of one response; event types have no free bytes. */
export function eventCosts(attributes: readonly EventAttribute[], events: readonly Event[]): number {
  let { gas, free } = attributeCosts(attributes, FREE_EVENT_BYTES)
  for (const event of events) {
    const costs = attributeCosts(event.attributes, free)
    gas += PER_CUSTOM_EVENT + bytes(event.type) + costs.gas
    free = costs.free
  }
  return gas
}

/** A reply always counts as a call of loaded code. */
export function replyCosts(result: SubMsgResult): number {
  if ('error' in result) return setupCost(true)
  const types = result.events.reduce((sum, event) => sum + bytes(event.type), 0)
  return (
    types +
    eventCosts(
      result.events.flatMap(({ attributes }) => attributes),
      [],
    ) +
    setupCost(true)
  )
}

/** VM gas that a call may use: the meter's remaining gas. */
export function gasForContract(meter: GasMeter): bigint {
  if (meter.isOutOfGas) return 0n
  if (meter.limit === Infinity) return UNLIMITED
  const left = BigInt(meter.limit - meter.consumedToLimit) * MULTIPLIER
  if (left > UNLIMITED) throw new GoPanic('{ToWasmVMGas}')
  return left
}

/** Charges VM gas, of which the meter's listener may know already; a meter that has nothing left afterwards is out of gas. Source: wasmd keeper.go `consumeRuntimeGas`. */
export function consumeVmGas(meter: GasMeter, vmGas: bigint, known = false): void {
  const gas = fromVmGas(vmGas)
  meter.consume(gas, 'wasm contract', known ? gas : 0)
  if (meter.isOutOfGas) throw new OutOfGasPanic('Wasm engine function execution')
}
