import type { IbcApplication, Ics4Wrapper } from './port.js'

/**
 * A layer between the channels and an application. Its two directions are separate, as in ibc-go: what the channels report goes down to the
 * application, what the application sends goes up to the channels. A direction that a layer does not implement bypasses it.
 * Source: ibc-go v10 05-port/types/module.go `Middleware`.
 */
export interface IbcMiddleware {
  /** @param below the application, or the next layer towards it */
  application?(below: IbcApplication): IbcApplication
  /** @param above the channels, or the next layer towards them */
  channels?(above: Ics4Wrapper): Ics4Wrapper
}

/** Layers from the channels to the application. */
export type IbcStack = readonly IbcMiddleware[]

/** The application that the channels call, below all layers. */
export const applicationUnder = (stack: IbcStack, application: IbcApplication): IbcApplication =>
  stack.reduceRight((below, layer) => layer.application?.(below) ?? below, application)

/** The channels that the application calls, above all layers. */
export const channelsOver = (stack: IbcStack, channels: Ics4Wrapper): Ics4Wrapper =>
  stack.reduce((above, layer) => layer.channels?.(above) ?? above, channels)

/** The application of a layer: methods that it lacks are passed on. */
export const passingApplication = (below: IbcApplication, own: Partial<IbcApplication>): IbcApplication => ({
  onOpenInit: (...step) => below.onOpenInit(...step),
  onOpenTry: (...step) => below.onOpenTry(...step),
  onOpenAck: (...step) => below.onOpenAck(...step),
  onOpenConfirm: (...step) => below.onOpenConfirm(...step),
  onCloseInit: (...step) => below.onCloseInit(...step),
  onCloseConfirm: (...step) => below.onCloseConfirm(...step),
  onReceive: (...step) => below.onReceive(...step),
  onAcknowledge: (...step) => below.onAcknowledge(...step),
  onTimeout: (...step) => below.onTimeout(...step),
  ...own,
})

/** The channels of a layer that handles sent packets; acknowledgements pass. */
export const sendingChannels = (above: Ics4Wrapper, send: Ics4Wrapper['send']): Ics4Wrapper => ({
  send,
  writeAcknowledgement: (...answer) => above.writeAcknowledgement(...answer),
})
