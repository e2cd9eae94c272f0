import { readFileSync } from 'node:fs'
import { AcceptedMessageKeysFilter } from 'cosmjs-types/cosmwasm/wasm/v1/authz'
import { expect, test } from 'vitest'
import { ChainError } from '../../../src/base/errors.js'
import type { Context } from '../../../src/chain/context.js'
import { FiniteGasMeter } from '../../../src/chain/gas.js'
import { readFilter } from '../../../src/modules/authz/authorizations/contract-filters.js'

interface Row {
  readonly text: string
  readonly value?: string
  readonly error?: string
}

const golden = JSON.parse(
  readFileSync(new URL('../../../fixtures/server/texts/strings.json', import.meta.url), 'utf8'),
) as Readonly<Record<'filters' | 'keys', readonly Row[]>>

const bytesOf = ({ text }: Row): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))
const shown = (row: Row): string => Buffer.from(bytesOf(row)).toString('latin1').slice(0, 60)
const rows = (list: readonly Row[]) => list.map((row) => [shown(row), row] as const)

const filterOf = (...keys: string[]) =>
  readFilter({
    typeUrl: AcceptedMessageKeysFilter.typeUrl,
    value: AcceptedMessageKeysFilter.encode({ keys }).finish(),
  })
const filter = filterOf('action', '\ufffd', '__proto__')

function errorOf(run: () => void): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof ChainError) return error.log
    throw error
  }
}

test.each(rows(golden.filters))('a message is accepted by its key as wasmd does: %s', (_, row) => {
  const ctx = { gasMeter: new FiniteGasMeter(1e9) } as unknown as Context
  let accepted = false
  const error = errorOf(() => (accepted = filter.accept(ctx, bytesOf(row))))
  expect({ accepted, error }).toEqual({ accepted: row.value === 'true', error: row.error })
})

test.each(rows(golden.keys))('a key has no white space around it: %s', (_, row) => {
  expect(errorOf(() => filterOf(Buffer.from(bytesOf(row)).toString()).validateBasic())).toBe(row.error)
})
