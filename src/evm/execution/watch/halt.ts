import { EVMError } from '@ethereumjs/evm'

/** Why the library's EVM stopped, in go-ethereum's words, which tell more than the library's. */
export class Halt extends EVMError {
  readonly words: string

  constructor(error: EVMError['error'], words: string) {
    super(error)
    this.words = words
  }
}
