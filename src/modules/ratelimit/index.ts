export { rateLimitModule } from './module.js'
export { rateLimit } from './middleware.js'
