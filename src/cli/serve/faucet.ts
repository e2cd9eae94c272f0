import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeBech32, parseCoins, type Coin } from '../../codec/index.js'
import { coinsText, TxError, type Sandbox, type SandboxChain, type SandboxUrls } from '../../sandbox/internal.js'
import {
  DEFAULT_CHAIN_LIMITS,
  end,
  endJson,
  httpServer,
  limitsOf,
  listenHttp,
  portOf,
  readBody,
  type ChainLimits,
  type Listening,
  type PortOptions,
} from '../../server/internal.js'
import { sendFrom, TREASURY } from './accounts.js'

/** Seconds until an address may ask again. Source: @cosmjs/faucet 0.32.3 constants.ts. */
export const USUAL_COOLDOWN = 24 * 3600

/** Source: @cosmjs/faucet 0.32.3 tokenmanager.ts. */
const USUAL_AMOUNT = 10_000_000n

/** How many credits the account starts with, and at how few it is refilled. */
const CREDITS = 1_000_000_000n
const FEW = 1_000_000n

const WELCOME = `Welcome to the faucet!

Check the full status via the /status endpoint.
You can get tokens from here by POSTing to /credit.
See https://github.com/cosmos/cosmjs/tree/main/packages/faucet for all further information.
`

/**
 * Fills up the account that the coins come from, unless it has enough. @param coins of one credit; 10,000,000 of the chain's own when undefined
 * @returns its address, and the coins of one credit @throws UsageError for invalid coins
 */
export function fillFaucet(
  chain: SandboxChain,
  coins: string | undefined,
): { readonly holder: string; readonly credits: readonly Coin[] } {
  const credits = parseCoins(coins ?? `${USUAL_AMOUNT}${chain.host.app.denom}`)
  const holder = chain.account(TREASURY).address
  const held = new Map(chain.host.balances(holder).map(({ denom, amount }) => [denom, amount]))
  const missing = credits.filter(({ denom, amount }) => (held.get(denom) ?? 0n) < amount * FEW)
  if (missing.length > 0) chain.account(TREASURY, coinsText(missing.map(timesCredits)))
  return { holder, credits }
}

/** How the faucet of one chain is served. */
export interface FaucetOptions extends PortOptions {
  readonly port: number
  readonly limits: Partial<ChainLimits>
  /** What a credit sends of each denomination; 10,000,000 of the chain's own when undefined. */
  readonly coins: string | undefined
  readonly cooldown: number
}

/** A request that is refused with a status and a text. */
class Refused extends Error {
  readonly status: number
  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

/**
 * Serves the HTTP interface of @cosmjs/faucet 0.32.3 for a chain: `GET /status`, `POST /credit` with `{ "denom", "address" }`. One account holds and
 * sends the coins; there are no distributors. Source: packages/faucet/src/api/webserver.ts, requestparser.ts.
 * @throws UsageError for invalid coins, or when it cannot listen
 */
export async function serveFaucet(
  sandbox: Sandbox,
  chain: string,
  urls: SandboxUrls,
  options: FaucetOptions,
): Promise<Listening> {
  const served = sandbox.chain(chain)!
  const { host, chainId, prefix } = served
  const { holder, credits } = fillFaucet(served, options.coins)
  const lastAsked = new Map<string, number>()

  const available = (): readonly string[] => {
    const denoms = new Set(host.balances(holder).map(({ denom }) => denom))
    return credits.map(({ denom }) => denom).filter((denom) => denoms.has(denom))
  }
  const status = (): object => ({
    status: 'ok',
    nodeUrl: urls.rpc,
    chainId,
    chainTokens: credits.map(({ denom }) => denom),
    availableTokens: available(),
    holder: {
      address: holder,
      balance: host.balances(holder).map(({ denom, amount }) => ({ denom, amount: amount.toString() })),
    },
    distributors: [],
  })
  const credit = (body: string): void => {
    const { address, denom } = creditBody(body)
    if (!isAddress(address, prefix)) throw new Refused(400, 'Address is not in the expected format for this chain.')
    const asked = lastAsked.get(address)
    if (asked !== undefined && asked + options.cooldown * 1000 > Date.now())
      throw new Refused(
        405,
        `Too many request for the same address. Blocked to prevent draining. Please wait ${options.cooldown} seconds and try it again!`,
      )
    const coin = credits.find((one) => one.denom === denom)
    const tokens = available()
    if (coin === undefined || !tokens.includes(denom))
      throw new Refused(422, `Token is not available. Available tokens are: ${tokens.join(',')}`)
    lastAsked.set(address, Date.now())
    try {
      sendFrom(sandbox, chain, [address], coinsText(coin))
    } catch (error) {
      if (!(error instanceof TxError)) throw error
      console.error(`faucet: ${chain}: ${error.shortMessage}`)
      throw new Refused(500, 'Sending tokens failed')
    }
  }

  const limits = limitsOf(DEFAULT_CHAIN_LIMITS, options.limits)
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    switch (new URL(request.url ?? '/', 'http://faucet').pathname) {
      case '/':
      case '/healthz':
        return endText(response, 200, WELCOME)
      case '/status':
        return endJson(response, 200, JSON.stringify(status()))
      case '/credit':
        if (request.method !== 'POST') throw new Refused(405, 'This endpoint requires a POST request')
        if (request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
          throw new Refused(415, 'Content-type application/json expected')
        credit(await wholeBody(request, limits.httpBodyLimit))
        return endText(response, 200, 'ok')
      default:
        return endText(response, 404, 'Not Found')
    }
  }
  const port = portOf(options, limits, options.port)
  const server = httpServer(port, 'GET, POST', async (request, response) => {
    try {
      await handle(request, response)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      endText(response, error.status, error.message)
    }
  })
  return listenHttp(server, port)
}

const timesCredits = ({ denom, amount }: Coin): Coin => ({ denom, amount: amount * CREDITS })

function endText(response: ServerResponse, status: number, text: string): void {
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  end(response, status, text)
}

async function wholeBody(request: IncomingMessage, limit: number): Promise<string> {
  const body = await readBody(request, limit)
  if (body === undefined) throw new Refused(413, 'request entity too large')
  return body
}

function creditBody(text: string): { readonly address: string; readonly denom: string } {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new Refused(400, (error as SyntaxError).message)
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refused(400, 'Request body must be a dictionary.')
  const { address, denom, ticker } = body as { readonly [name: string]: unknown }
  if (ticker !== undefined)
    throw new Refused(400, "The 'ticker' field was removed in CosmJS 0.23. Please use 'denom' instead.")
  return { address: textOf('address', address), denom: textOf('denom', denom) }
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new Refused(400, `Property '${name}' must be a string.`)
  if (value === '') throw new Refused(400, `Property '${name}' must not be empty.`)
  return value
}

function isAddress(text: string, prefix: string): boolean {
  try {
    const decoded = decodeBech32(text)
    return decoded.prefix === prefix && decoded.bytes.length === 20
  } catch {
    return false
  }
}
