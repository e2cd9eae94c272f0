import { EVMError } from '@ethereumjs/evm'

/** Why the library's EVM stopped, in go-ethereum's words, which are more precise. */
export class Halt extends EVMError {
  readonly words: string

  constructor(error: EVMError['error'], words: string) {
    super(error)
    this.words = words
  }
}
