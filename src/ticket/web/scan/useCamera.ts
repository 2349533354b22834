import { useEffect, useRef, useState, type RefObject } from 'react'

declare global {
  // The torch is missing in the DOM library (W3C Image Capture).
  interface MediaTrackCapabilities {
    torch?: boolean
  }
  interface MediaTrackConstraintSet {
    torch?: boolean
  }
}

export type CameraState = 'starting' | 'live' | 'refused' | 'none'

export type Camera = {
  state: CameraState
  video: RefObject<HTMLVideoElement | null>
  torch: boolean | null
  toggleTorch: () => void
}

export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const lamp = useRef<MediaStreamTrack | null>(null)
  const [state, setState] = useState<CameraState>('starting')
  const [torch, setTorch] = useState<boolean | null>(null)
  useEffect(() => {
    let stream: MediaStream | null = null
    let gone = false
    openCamera()
      .then(async (opened) => {
        stream = opened
        const [track] = opened.getVideoTracks()
        if (gone || !video.current) return stop(opened)
        video.current.srcObject = opened
        await video.current.play()
        if (track?.getCapabilities?.().torch === true) {
          lamp.current = track
          setTorch(false)
        }
        setState('live')
      })
      .catch((cause: unknown) => {
        if (!gone) setState(isRefusal(cause) ? 'refused' : 'none')
      })
    return () => {
      gone = true
      if (stream) stop(stream)
    }
  }, [])
  const toggleTorch = () => {
    const wanted = torch !== true
    lamp.current
      ?.applyConstraints({ advanced: [{ torch: wanted }] })
      .then(() => setTorch(wanted))
      .catch(() => setTorch(null))
  }
  return { state, video, torch, toggleTorch }
}

/** Media devices do not exist outside https and in old browsers. */
async function openCamera(): Promise<MediaStream> {
  if (!('mediaDevices' in navigator)) throw new Error('no camera')
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(cause.name)
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
