import { readFileSync } from 'node:fs'
import { QueryParamsResponse } from 'cosmjs-types/cosmwasm/wasm/v1/query'
import { AccessConfig, AccessType } from 'cosmjs-types/cosmwasm/wasm/v1/types'
import { expect, test } from 'vitest'
import { protoJson } from '../../src/codec/proto-json/index.js'

// Recorded by reference/texts: how wasmd prints who may instantiate a code.
const golden = JSON.parse(
  readFileSync(new URL('../../fixtures/server/texts/accounts.json', import.meta.url), 'utf8'),
) as { readonly params: string; readonly permissions: readonly { readonly value: number; readonly json: string }[] }

test.each(golden.permissions)('the type of access $value is printed as wasmd prints it', ({ value, json }) => {
  const config = AccessConfig.encode({ permission: value, addresses: [] }).finish()
  expect(protoJson('cosmwasm.wasm.v1.AccessConfig', config)).toBe(json)
})

test('the params of wasm over REST', () => {
  const everybody = { permission: AccessType.ACCESS_TYPE_EVERYBODY, addresses: [] }
  const params = { codeUploadAccess: everybody, instantiateDefaultPermission: everybody.permission }
  const bytes = QueryParamsResponse.encode({ params }).finish()
  expect(protoJson('cosmwasm.wasm.v1.QueryParamsResponse', bytes)).toBe(golden.params)
})
