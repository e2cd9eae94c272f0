import { anyText, fc, runs } from '../../random.js'
import { describe, expect, test } from 'vitest'
import { concatBytes, toBase64, toUtf8 } from '../../../src/base/bytes.js'
import { unmarshal, wellFormed as wellFormedText, type GoType } from '../../../src/codec/go-json/index.js'
import { ContractResult, QueryResult } from '../../../src/codec/wasm/index.js'

/** What reading comes to. A blank behind the document keeps the quick reader from it. */
function outcome<T>(type: GoType<T>, data: Uint8Array) {
  try {
    return unmarshal(type, data)
  } catch (error) {
    return { thrown: (error as Error).message }
  }
}
const slowly = <T>(type: GoType<T>, data: Uint8Array) => outcome(type, concatBytes(data, toUtf8(' ')))

const attribute = fc.record({ key: anyText(), value: anyText() }, { noNullPrototype: true })
const response = fc
  .tuple(
    fc.array(attribute),
    fc.array(fc.tuple(fc.string(), fc.array(attribute))),
    fc.option(fc.uint8Array().map(toBase64)),
  )
  .map(([attributes, events, data]) => ({
    ok: { messages: [], attributes, events: events.map(([type, of]) => ({ type, attributes: of })), data },
  }))

describe('what is read quickly is read as Go reads it', () => {
  test('responses of contracts', () => {
    fc.assert(
      fc.property(response, (value) => {
        const data = toUtf8(JSON.stringify(value))
        const read = outcome(ContractResult, data)
        expect(read).toEqual(slowly(ContractResult, data))
        expect(read).toMatchObject({ error: '', ok: { attributes: value.ok.attributes.map(wellFormed) } })
      }),
    )
  })

  test('answers to queries', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (ok) => {
        const data = toUtf8(`{"ok":"${toBase64(ok)}"}`)
        expect(outcome(QueryResult, data)).toEqual({ ok, error: '' })
        expect(slowly(QueryResult, data)).toEqual({ ok, error: '' })
      }),
    )
  })

  test("a changed or missing byte never gives another result than Go's", () => {
    const texts = [
      '{"ok":{"messages":[],"attributes":[{"key":"a","value":"b"}],"events":[{"type":"t","attributes":[]}],"data":"YQ=="}}',
      '{"ok":"YWI="}',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.nat(),
        fc.option(fc.integer({ min: 0, max: 255 })),
        (text, place, byte) => {
          const data = toUtf8(text)
          const at = place % data.length
          const broken = concatBytes(
            data.subarray(0, at),
            Uint8Array.from(byte === null ? [] : [byte]),
            data.subarray(at + 1),
          )
          for (const type of [ContractResult, QueryResult] as GoType<unknown>[])
            expect(sameText(outcome(type, broken))).toEqual(sameText(slowly(type, broken)))
        },
      ),
      { numRuns: runs(1000) },
    )
  })

  test.each([
    '{"ok":{"messages":[],"attributes":[],"events":[],"data":null},"error":"x"}',
    '{"ok":{"messages":[],"attributes":[],"events":[],"data":"YR=="}}',
    '{"ok":{"messages":[],"attributes":[{"key":"a","value":"b","key":"c"}],"events":[],"data":null}}',
    '{"ok":{"messages":[],"attributes":[{"key":"\\ud800","value":"b"}],"events":[],"data":null}}',
    '{"ok":{"messages":[],"events":[],"attributes":[],"data":null}}',
    '{"ok":{"messages":[],"attributes":[{"value":"b","key":"a"}],"events":[],"data":[1]}}',
    '{"ok":"YR=="}',
    '{"ok":"Y\\u0051=="}',
    '{"ok":"YQ=="}}',
    '{"ok":"","error":"x"}',
    '{"ok":""}',
  ])('%s', (text) => {
    for (const type of [ContractResult, QueryResult] as GoType<unknown>[])
      expect(sameText(outcome(type, toUtf8(text)))).toEqual(sameText(slowly(type, toUtf8(text))))
  })
})

const wellFormed = ({ key, value }: { key: string; value: string }) => ({
  key: wellFormedText(key),
  value: wellFormedText(value),
})
/** A document that ends too soon ends at the blank. */
const sameText = (read: unknown) =>
  typeof read === 'object' && read !== null && 'thrown' in read ? { thrown: true } : read
