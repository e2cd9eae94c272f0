import { event, type Event } from '../../../chain/index.js'
import { heightText, type Height } from '../height.js'

const CLIENT = event('message', ['module', 'ibc_client'])

/** Events of clients, in pairs. Source: ibc-go v10 02-client/keeper/events.go. */
export const clientCreated = (id: string, type: string, at: Height): readonly Event[] => [
  event('create_client', ['client_id', id], ['client_type', type], ['consensus_height', heightText(at)]),
  CLIENT,
]
export const clientUpdated = (id: string, type: string, heights: readonly Height[]): readonly Event[] => [
  event(
    'update_client',
    ['client_id', id],
    ['client_type', type],
    ['consensus_height', heights[0] === undefined ? '' : heightText(heights[0])],
    ['consensus_heights', heights.map(heightText).join(',')],
  ),
  CLIENT,
]
export const clientUpgraded = (id: string, type: string, at: Height): readonly Event[] => [
  event('upgrade_client', ['client_id', id], ['client_type', type], ['consensus_height', heightText(at)]),
  CLIENT,
]
export const clientMisbehaved = (id: string, type: string): readonly Event[] => [
  event('client_misbehaviour', ['client_id', id], ['client_type', type]),
  CLIENT,
]
export const clientRecovered = (id: string, type: string): readonly Event[] => [
  event('recover_client', ['subject_client_id', id], ['client_type', type]),
  CLIENT,
]
