/** Why code stopped, in go-ethereum's words; what it returned only counts if it reverted. Source: go-ethereum core/vm/errors.go. */
export class VmFailure extends Error {
  readonly isRevert: boolean
  readonly data: Uint8Array | undefined
  /** What a transaction says that it returned, though nothing can read it: code that was not accepted. */
  readonly rejected: Uint8Array | undefined
  constructor(text: string, data?: Uint8Array, rejected?: Uint8Array) {
    super(text)
    this.isRevert = data !== undefined
    this.data = data
    this.rejected = rejected
  }
}

export const outOfGas = (cause?: string): VmFailure =>
  new VmFailure(cause === undefined ? 'out of gas' : `out of gas: ${cause}`)
export const reverted = (data: Uint8Array): VmFailure => new VmFailure('execution reverted', data)
export const writeProtection = (): VmFailure => new VmFailure('write protection')
export const gasOverflow = (): VmFailure => new VmFailure('gas uint64 overflow')

/** A failure of code, with the gas that was left. */
export class FrameFailure extends Error {
  readonly failure: VmFailure
  readonly gas: bigint
  constructor(failure: VmFailure, gas: bigint) {
    super(failure.message)
    this.failure = failure
    this.gas = gas
  }
}
