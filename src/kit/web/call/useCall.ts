import { useCallback } from 'react'
import type { Endpoint } from '../../endpoint.ts'
import { callUntyped, type CallArgs } from './call.ts'
import { useLoad } from './useLoad.ts'

export function useCall<const E extends Endpoint>(endpoint: E, ...[parts]: CallArgs<E>) {
  const sent = JSON.stringify(parts)
  return useLoad(
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `sent` has the parts, which are a new object at each render
    useCallback((signal: AbortSignal) => callUntyped(endpoint, { ...parts, signal }), [endpoint, sent]),
  )
}
