import '../styles/safety.css';
import { Skeleton } from './skeleton.tsx';

/** A row of a list of the account's safety that is still being read: two lines, as it will have. */
export function SafetyLoadingRow() {
  return (
    <li className="safety-row">
      <div className="safety-what">
        <Skeleton shape="line" />
        <Skeleton shape="short" />
      </div>
    </li>
  );
}
