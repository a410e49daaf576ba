//! The built-in reader on texts: what it finds, what it must never return, and that nothing breaks it.

mod measure;
mod passages;
mod placing;
mod robust;
