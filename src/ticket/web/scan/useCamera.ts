import { lookUp } from '#kit/text/lookUp.ts'
import { useEffect, useRef, useState, type RefObject } from 'react'

declare global {
  interface MediaTrackCapabilities {
    torch?: boolean
  }
  interface MediaTrackConstraintSet {
    torch?: boolean
  }
}

export type CameraState = 'starting' | 'live' | 'refused' | 'busy' | 'stopped' | 'none'

export type Camera = {
  state: CameraState
  video: RefObject<HTMLVideoElement | null>
  torch: boolean | null
  toggleTorch: () => void
  open: () => void
}

export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const lamp = useRef<MediaStreamTrack | null>(null)
  const [state, setState] = useState<CameraState>('starting')
  const [torch, setTorch] = useState<boolean | null>(null)
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    let stream: MediaStream | null = null
    let isUnmounted = false
    openCamera()
      .then(async (opened) => {
        stream = opened
        const [track] = opened.getVideoTracks()
        if (isUnmounted || !video.current) return stopStream(opened)
        video.current.srcObject = opened
        await video.current.play()
        if (track?.getCapabilities?.().torch === true) {
          lamp.current = track
          setTorch(false)
        }
        track?.addEventListener('ended', () => {
          setTorch(null)
          setState('stopped')
        })
        setState(track?.readyState === 'ended' ? 'stopped' : 'live')
      })
      .catch((cause: unknown) => {
        if (!isUnmounted) setState(stateAfterError(cause))
      })
    return () => {
      isUnmounted = true
      if (stream) stopStream(stream)
    }
  }, [attempt])
  const open = () => {
    setState('starting')
    setAttempt(attempt + 1)
  }
  const toggleTorch = () => {
    const wanted = torch !== true
    lamp.current
      ?.applyConstraints({ advanced: [{ torch: wanted }] })
      .then(() => setTorch(wanted))
      .catch(() => setTorch(null))
  }
  return { state, video, torch, toggleTorch, open }
}

async function openCamera(): Promise<MediaStream> {
  if (!('mediaDevices' in navigator)) throw new Error('no camera')
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

const statesByError: Readonly<Record<string, CameraState>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

function stateAfterError(cause: unknown): CameraState {
  return (cause instanceof DOMException && lookUp(statesByError, cause.name)) || 'none'
}

function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
