import { LotScreen } from '#parking/web/backoffice/LotScreen.tsx'
import { Versions } from './tariff/Versions.tsx'

/** A car park with the versions of its tariff. */
export default function LotPage() {
  return <LotScreen tariff={({ id, mayEdit }) => <Versions lotId={id} mayEdit={mayEdit} />} />
}
