/** Failures of callbacks. */
export * from '../messages/neutron.contractmanager.js'
/** With the page in another field. */
export { QueryFailuresRequest as NolusFailuresRequest } from '../messages/nolus.contractmanager.js'
