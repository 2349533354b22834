import { describe } from 'vitest'
import { startWebKit } from './webkit.ts'
import { walk } from './walk.ts'

describe('WebKit', () => {
  walk(startWebKit)
})
