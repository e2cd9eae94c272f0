/** Acknowledgements and identifiers of IBC. */
export {
  acknowledgementText,
  decodeAcknowledgement,
  encodeAcknowledgement,
  errorAcknowledgement,
  isCanonicalAcknowledgement,
  type Acknowledgement,
} from './acknowledgement.js'
export {
  channelIdProblem,
  clientIdProblem,
  connectionIdProblem,
  fitsUint64,
  isChannelId,
  isClientId,
  isClientIdFormat,
  isConnectionId,
  LOCALHOST_CLIENT,
  portIdProblem,
} from './identifiers.js'
export { protoJsonMembers } from './proto-json.js'
