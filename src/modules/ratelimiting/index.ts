export { RateLimitKeeper } from './keeper.js'
export { rateLimiting } from './middleware.js'
export { rateLimitingModule } from './module.js'
