/** An operator that must not run, at this byte. */
export class RefusedOperator extends Error {
  readonly offset: number
  constructor(offset: number) {
    super(`operator refused at offset 0x${offset.toString(16)}`)
    this.offset = offset
  }
}
