// A board without controls: the address says whether it is the one for the TV or the one for a stream.

const [, name] = location.pathname.split("/");
document.body.className = name;
import(`/${name}.js`);
