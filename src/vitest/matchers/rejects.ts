import { chai } from 'vitest'
import { beginAt, placeOf } from '../../base/index.js'
import { isResult, resultText } from './context.js'

/** The value of a promise that should have been rejected: Vitest prints all of it, which for a result is 190 lines. */
class Succeeded {
  readonly transaction: readonly string[]
  constructor(lines: readonly string[]) {
    this.transaction = lines
  }
}

const short = (value: unknown): unknown =>
  isResult(value) ? new Succeeded(resultText(value).split('\n').slice(0, 12)) : value

/** Makes `expect(promise).rejects` describe a transaction that succeeded in a few lines. */
export function shortenRejects(): void {
  chai.use(({ Assertion }, utils) => {
    utils.overwriteProperty(Assertion.prototype, 'rejects', (original: () => unknown) => {
      return function rejects(this: object) {
        const given: unknown = utils.flag(this, 'object')
        const promise: unknown = typeof given === 'function' ? (given as () => unknown)() : given
        if (promise instanceof Promise) utils.flag(this, 'object', promise.then(short))
        const assertion = original.call(this)
        // Vitest uses the stack of this error, which it creates below this function.
        beginAt(utils.flag(this, 'error'), placeOf(rejects))
        return assertion
      }
    })
  })
}
