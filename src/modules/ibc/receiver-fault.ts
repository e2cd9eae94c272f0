import { ContextKey } from '../../chain/index.js'
import type { AcknowledgementBytes } from './application.js'

/**
 * Set an acknowledgement here, and packets received under this context are answered with it; their application is not called.
 * Only tests use it, to simulate a faulty receiver.
 */
export const RECEIVER_FAULT = new ContextKey<AcknowledgementBytes>('faulty receiver of packets')
