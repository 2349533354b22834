import type { ReplyOf } from '#kit/endpoint.ts'
import type { exportMyData } from '../../contract.ts'

/** Everything stored about the person who is signed in. */
export type MyData = ReplyOf<typeof exportMyData>['data']
