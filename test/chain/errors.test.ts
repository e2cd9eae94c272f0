import { expect, test } from 'vitest'
import { ChainError, UsageError } from '../../src/base/errors.js'
import { GrpcError, grpcStatus, plainError, redactedText, registerError, wrapError } from '../../src/chain/errors.js'
import { goTime } from '../../src/chain/ante/go-time.js'
import { ErrInvalidRequest } from '../../src/chain/sdk-errors.js'

test('a registered error, bare and wrapped', () => {
  expect(ErrInvalidRequest.error()).toMatchObject({ codespace: 'sdk', code: 18, log: 'invalid request' })
  const wrapped = wrapError(ErrInvalidRequest.error('inner'), 'outer')
  expect(wrapped.log).toBe('outer: inner: invalid request')
  expect(ErrInvalidRequest.is(wrapped)).toBe(true)
  expect(ErrInvalidRequest.is(plainError('invalid request'))).toBe(false)
  expect(redactedText(wrapped)).toBe('codespace: sdk, code: 18')
  expect(wrapped.walk((error) => error.message === 'invalid request')).toBeInstanceOf(ChainError)
})

test('a code is registered once', () => {
  expect(registerError('sdk', 18, 'invalid request')).toBe(ErrInvalidRequest)
  expect(() => registerError('sdk', 18, 'something else')).toThrow(UsageError)
})

/** Source: cosmossdk.io/errors `GRPCStatus`; the first row as the recordings print it. */
test.each([
  [
    wrapError(
      registerError('interchainqueries', 1115, 'no query result').error('failed to get query result by query id'),
      'x',
    ),
    2,
    'codespace interchainqueries code 1115: no query result: failed to get query result by query id: x',
  ],
  [new GrpcError('NotFound', 'account a not found'), 5, 'account a not found'],
  [plainError('empty address string is not allowed'), 2, 'empty address string is not allowed'],
])('gRPC sees errors from the inside out', (error, code, message) => {
  expect(grpcStatus(error)).toEqual({ code, message })
})

test("a gRPC error has the text of Go's", () => {
  expect(new GrpcError('InvalidArgument', 'invalid denom: 1')).toMatchObject({
    codespace: 'undefined',
    code: 1,
    log: 'rpc error: code = InvalidArgument desc = invalid denom: 1',
  })
})

test.each([
  [0n, '1970-01-01 00:00:00 +0000 UTC'],
  [1577923275000000000n, '2020-01-02 00:01:15 +0000 UTC'],
  [951782400_000000001n, '2000-02-29 00:00:00.000000001 +0000 UTC'],
  [4107542399_120000000n, '2100-02-28 23:59:59.12 +0000 UTC'],
  [-1n, '1969-12-31 23:59:59.999999999 +0000 UTC'],
])('times as Go prints them: %s', (time, text) => {
  expect(goTime(time)).toBe(text)
})
