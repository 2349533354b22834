import { fillPath } from '#kit/endpoint.ts'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { readCalendar } from '../../contract.ts'

export function CalendarButton({ token }: { token: string }) {
  const download = useOneAtATime(async () => {
    try {
      // The browser would show a refusal of the file as JSON.
      await whileLoading(call(readCalendar, { params: { token } }))
      location.assign(fillPath(readCalendar.path, { token }))
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      notify(failureText(failure), 'danger')
    }
  })
  return (
    <Button variant="quiet" icon="clock" onClick={() => void download()}>
      Pôr na agenda
    </Button>
  )
}
