import type { Hex } from '../../../hex.js'
import type { LogQuery } from '../../methods/logs.js'
import { blockNumber } from '../../request.js'
import { Mismatch, any, array, data, hash32, maybe, object, type Validator } from '../../../validate.js'

const members = object(
  {
    fromBlock: maybe(blockNumber),
    toBlock: maybe(blockNumber),
    address: any,
    topics: maybe(array(any)),
    blockHash: maybe(hash32),
    blockhash: maybe(hash32),
  },
  'filters.input',
)

const ADDRESS = 20
const TOPIC = 32
const MAX_TOPICS = 4

/** Bytes of a length in hex. @param of what they are */
function bytes(text: string, length: number, of: string): Hex {
  const read = data(text, '')
  const found = read.length / 2 - 1
  if (found !== length)
    throw new Mismatch('', `hex has invalid length ${found} after decoding; expected ${length} for ${of}`)
  return read
}

function addressesOf(value: unknown): readonly Hex[] {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return [addressOf(value, 'invalid address')]
  if (!Array.isArray(value)) throw new Mismatch('', 'invalid addresses in query')
  return value.map((one: unknown, index) => {
    if (typeof one !== 'string') throw new Mismatch('', `non-string address at index ${index}`)
    return addressOf(one, `invalid address at index ${index}`)
  })
}

function addressOf(text: string, words: string): Hex {
  try {
    return bytes(text, ADDRESS, 'address')
  } catch (error) {
    throw error instanceof Mismatch ? new Mismatch('', `${words}: ${error.reason}`) : error
  }
}

/** Which topics are wanted at a position; null among them is any. */
function topicsOf(value: unknown): readonly Hex[] {
  if (value === null) return []
  if (typeof value === 'string') return [bytes(value, TOPIC, 'topic')]
  if (!Array.isArray(value)) throw new Mismatch('', 'invalid topic(s)')
  const found: Hex[] = []
  for (const one of value as readonly unknown[]) {
    if (one === null) return []
    if (typeof one !== 'string') throw new Mismatch('', 'invalid topic(s)')
    found.push(bytes(one, TOPIC, 'topic'))
  }
  return found
}

/** Criteria of logs. Source: go-ethereum eth/filters/api.go `FilterCriteria.UnmarshalJSON`. */
export const nodeCriteria: Validator<LogQuery> = (value, path) => {
  const { fromBlock, toBlock, address, topics = [], ...hashes } = members(value, path)
  const blockHash = hashes.blockHash ?? hashes.blockhash
  if (blockHash !== undefined && (fromBlock !== undefined || toBlock !== undefined))
    throw new Mismatch('', 'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other')
  const addresses = addressesOf(address)
  const wanted = topics.map(topicsOf)
  if (wanted.length > MAX_TOPICS) throw new Mismatch('topics', 'exceed max topics')
  return { from: fromBlock, to: toBlock, blockHash, addresses, topics: wanted }
}
