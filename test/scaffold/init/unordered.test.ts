import { expect, test } from 'vitest'
import { withUnorderedChannels } from '../../../src/scaffold/init/unordered.js'
import { readContractSchema } from '../../../src/schema/index.js'

const works = () => Promise.resolve(true)
const ORDERING = { oneOf: [{ type: 'string', enum: ['ORDER_UNORDERED', 'ORDER_ORDERED'] }] }
const schemaOf = (properties: object, definitions: object = {}) =>
  readContractSchema({ contract_name: 'c', instantiate: { type: 'object', properties, definitions } }, 'schema/c.json')
    .instantiate!

test('channels are unordered where the message leaves their ordering open, also deep inside', async () => {
  const schema = schemaOf(
    {
      options: {
        type: 'object',
        properties: {
          connection_id: { type: 'string' },
          ordering: { anyOf: [{ $ref: '#/definitions/Ordering' }, { type: 'null' }] },
        },
      },
    },
    { Ordering: ORDERING },
  )
  expect(await withUnorderedChannels({ options: { connection_id: 'connection-0' } }, schema, works)).toEqual({
    options: { connection_id: 'connection-0', ordering: 'ORDER_UNORDERED' },
  })
  expect(await withUnorderedChannels({ options: { ordering: 'ORDER_ORDERED' } }, schema, works)).toEqual({
    options: { ordering: 'ORDER_UNORDERED' },
  })
})

test('a message stays as it is without such a member, and an object that is not there is not made', async () => {
  const other = schemaOf({ order: { type: 'string', enum: ['asc', 'desc'] }, options: { type: 'object' } })
  expect(await withUnorderedChannels({ order: 'asc', options: { ordering: 'x' } }, other, works)).toEqual({
    order: 'asc',
    options: { ordering: 'x' },
  })
  const within = schemaOf({ options: { type: 'object', properties: { ordering: ORDERING } } })
  expect(await withUnorderedChannels({}, within, works)).toEqual({})
})

test('a schema that refers to itself ends', async () => {
  const schema = schemaOf(
    { next: { $ref: '#/definitions/Node' } },
    { Node: { type: 'object', properties: { next: { $ref: '#/definitions/Node' }, ordering: ORDERING } } },
  )
  expect(await withUnorderedChannels({ next: { next: {} } }, schema, works)).toEqual({
    next: { next: { ordering: 'ORDER_UNORDERED' }, ordering: 'ORDER_UNORDERED' },
  })
})

test('a contract that refuses unordered channels keeps its message', async () => {
  const message = { ordering: 'ORDER_ORDERED' }
  expect(await withUnorderedChannels(message, schemaOf({ ordering: ORDERING }), () => Promise.resolve(false))).toBe(
    message,
  )
})
