import { Skeleton } from '../../ui/skeleton.tsx';
import '../../styles/account.css';

/** A device or a log entry while the list loads. */
export function SecurityLoadingRow() {
  return (
    <li className="safety-row">
      <div className="safety-what">
        <Skeleton shape="line" />
        <Skeleton shape="short" />
      </div>
    </li>
  );
}
