import type { ReplyOf } from '#kit/endpoint.ts'
import type { exportMyData } from '../../contract.ts'

export type MyData = ReplyOf<typeof exportMyData>['data']
