import { readFileSync } from 'node:fs'
import { credentials, Metadata, makeClientConstructor, type ServiceError } from '@grpc/grpc-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveChain, type ChainServer } from '../../src/server/index.js'
import { testChain } from './chain.js'

interface Height {
  readonly header: string
  readonly status: number
  readonly code: string
  readonly error?: string
}

const { heights } = JSON.parse(
  readFileSync(new URL('../../fixtures/server/texts/heights.json', import.meta.url), 'utf8'),
) as { readonly heights: readonly Height[] }

const HEADER = 'x-cosmos-block-height'
let server: ChainServer

beforeAll(async () => {
  server = await serveChain(testChain())
})
afterAll(() => server.close())

/** The error of a call at a height, or undefined. */
function call(header: string): Promise<string | undefined> {
  const path = '/cosmos.bank.v1beta1.Query/Params'
  const same = (bytes: Buffer) => bytes
  const Client = makeClientConstructor(
    {
      params: {
        path,
        requestStream: false,
        responseStream: false,
        requestSerialize: same,
        requestDeserialize: same,
        responseSerialize: same,
        responseDeserialize: same,
      },
    },
    'Query',
  )
  const client = new Client(server.urls.grpc, credentials.createInsecure())
  const metadata = new Metadata()
  metadata.set(HEADER, header)
  return new Promise((resolve) =>
    client['params']!(Buffer.alloc(0), metadata, (error: ServiceError | null) => {
      client.close()
      resolve(error?.details)
    }),
  )
}

test.each(heights)('a query at the height $header', async ({ header, status, error }) => {
  const response = await fetch(`${server.urls.rest}/cosmos/bank/v1beta1/params`, { headers: { [HEADER]: header } })
  expect(response.status).toBe(status)
  // The client of Node trims the header.
  if (header === header.trim()) expect(await call(header)).toBe(error)
})
