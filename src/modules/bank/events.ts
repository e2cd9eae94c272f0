import { event, type Event } from '../../chain/index.js'

/** Events of transfers; amounts are printed as coins. Source: cosmos-sdk x/bank/types/events.go. */
export const coinSpent = (spender: string, amount: string): Event =>
  event('coin_spent', ['spender', spender], ['amount', amount])
export const coinReceived = (receiver: string, amount: string): Event =>
  event('coin_received', ['receiver', receiver], ['amount', amount])
export const coinMinted = (minter: string, amount: string): Event =>
  event('coinbase', ['minter', minter], ['amount', amount])
export const coinBurned = (burner: string, amount: string): Event =>
  event('burn', ['burner', burner], ['amount', amount])
export const transferred = (recipient: string, sender: string, amount: string): Event =>
  event('transfer', ['recipient', recipient], ['sender', sender], ['amount', amount])
export const sentBy = (sender: string): Event => event('message', ['sender', sender])
