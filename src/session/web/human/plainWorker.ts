import { handler } from 'altcha-lib/workers/shared'
import { deriveKeyPlainly } from './plainKeys.ts'

// The thread of a browser on an address that is not encrypted, such as http://192.168.0.10.
handler({ deriveKey: deriveKeyPlainly })
